import { getExtendedServiceCard } from "@/lib/a2a-door/unsupported-contract";
import { bindUnsupported } from "@/lib/api/a2a/bind-door";
import { route } from "@/lib/api/bind";

export const { GET, POST, PUT, PATCH, DELETE } = route(bindUnsupported(getExtendedServiceCard, "unsupportedOperation"));
