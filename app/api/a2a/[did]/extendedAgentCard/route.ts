import { doorRoute } from "@/lib/interop/a2a/binding/bind-http";
import { getExtendedDoorCard } from "@/lib/interop/a2a/unsupported-contract";

export const { GET, POST, PUT, PATCH, DELETE } = doorRoute("ExtendedCard", getExtendedDoorCard);
