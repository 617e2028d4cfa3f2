import { route } from "@/lib/api/bind";
import { bindDownload } from "@/lib/api/bind-download";
import * as contract from "@/lib/features/packs/contract";
import { makePack } from "@/lib/features/packs/service/make-pack";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bindDownload(contract.getEvidencePack, (ctx, { params, query }, signal) =>
    makePack(ctx, { ...params, ...query }, signal),
  ),
);
