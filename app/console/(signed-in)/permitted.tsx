import type { ReactNode } from "react";
import { PERMISSIONS, type PermissionName } from "@/lib/identity/permissions";
import { isPermittedInConsole } from "@/lib/next/read-for-console";

interface PermittedProps {
  to: PermissionName;
  /** Whether nothing is shown to the others. */
  silent?: boolean;
  children: ReactNode;
}

/** Shows forms to an operator whose role allows them. To the others it says which role is required. */
export async function Permitted({ to, silent, children }: PermittedProps) {
  if (await isPermittedInConsole(to)) return children;
  if (silent) return null;
  return <p className="mt-3 text-ink-2 text-sm">{`This requires the role ${PERMISSIONS[to].role} or a higher one.`}</p>;
}
