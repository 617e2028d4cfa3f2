import { doorRoute } from "@/lib/interop/a2a/binding/bind-http";
import { streamToRouter } from "@/lib/interop/a2a/contract";

export const { GET, POST, PUT, PATCH, DELETE } = doorRoute("SendStreamingMessage", streamToRouter);
