import { route } from "@/lib/api/bind";
import { markdownPages } from "@/lib/portal/markdown/pages";

export const { GET, POST, PUT, PATCH, DELETE } = route(markdownPages);
