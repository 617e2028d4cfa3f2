import { route } from "@/lib/api/bind";
import { bindRpc } from "@/lib/interop/a2a/binding/bind-rpc";
import { callDoor } from "@/lib/interop/a2a/contract";

export const { GET, POST, PUT, PATCH, DELETE } = route(bindRpc(callDoor, ({ did }) => String(did)));
