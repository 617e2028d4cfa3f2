import { bind, reply, route } from "@/lib/api/bind";
import { publicUrl } from "@/lib/api/public-url";
import { settings } from "@/lib/env";
import { notFound } from "@/lib/errors";
import { securityContact } from "@/lib/http/contact";
import * as contract from "@/lib/system/contract";
import { viewSecurityText } from "@/lib/system/view/security-text";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.getSecurityText, async ({ clock }, _input, request) => {
    const contact = securityContact(settings());
    if (contact === undefined)
      throw notFound("This instance has no contact for security reports. Its operator has not set CONTACT.");
    return reply(200, viewSecurityText({ contact, origin: publicUrl(request), now: clock() }));
  }),
);
