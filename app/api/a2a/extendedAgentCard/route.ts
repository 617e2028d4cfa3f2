import { doorRoute } from "@/lib/interop/a2a/binding/bind-http";
import { getExtendedServiceCard } from "@/lib/interop/a2a/unsupported-contract";

export const { GET, POST, PUT, PATCH, DELETE } = doorRoute("ExtendedCard", getExtendedServiceCard);
