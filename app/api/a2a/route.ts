import { route } from "@/lib/api/bind";
import { bindRpc } from "@/lib/interop/a2a/binding/bind-rpc";
import { callRouter } from "@/lib/interop/a2a/contract";

export const { GET, POST, PUT, PATCH, DELETE } = route(bindRpc(callRouter, () => null));
