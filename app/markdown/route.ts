import { route } from "@/lib/api/bind";
import { twins } from "@/lib/api/twins";

export const { GET, POST, PUT, PATCH, DELETE } = route(twins);
