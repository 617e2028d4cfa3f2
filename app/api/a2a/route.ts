import { callRouter } from "@/lib/a2a-door/contract";
import { bindRpc } from "@/lib/api/a2a/bind-rpc";
import { route } from "@/lib/api/bind";

export const { GET, POST, PUT, PATCH, DELETE } = route(bindRpc(callRouter, () => null));
