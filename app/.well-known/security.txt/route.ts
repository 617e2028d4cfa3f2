import { bind, reply, route } from "@/lib/api/bind";
import { publicUrl } from "@/lib/api/public-url";
import * as contract from "@/lib/features/status/contract";
import { settings } from "@/lib/foundation/env";
import { notFound } from "@/lib/foundation/errors";
import { securityContact } from "@/lib/http/contact";
import { viewSecurityText } from "@/lib/portal/description/security-text";

export const { GET, POST, PUT, PATCH, DELETE } = route(
  bind(contract.getSecurityText, async ({ clock }, _input, request) => {
    const contact = securityContact(settings());
    if (contact === undefined)
      throw notFound("This instance has no contact for security reports. Its operator has not set CONTACT.");
    return reply(200, viewSecurityText({ contact, origin: publicUrl(request), now: clock() }));
  }),
);
