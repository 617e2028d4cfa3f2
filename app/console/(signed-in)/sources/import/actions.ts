"use server";

import { shownByPage } from "@/lib/api/form";
import { ListForm, PreviewedList } from "@/lib/interop/sources/schema";
import { importList, previewList } from "@/lib/interop/sources/service/import-list";
import { formAction } from "@/lib/next/form-action";

export const preview = shownByPage(
  "preview",
  formAction({ caller: "operator", schema: ListForm, verb: previewList, files: ["file"] }),
);
export const confirm = shownByPage(
  "import",
  formAction({ caller: "operator", schema: PreviewedList, verb: importList }),
);
