"use server";

import { PullCardForm } from "@/lib/agents/card-schema";
import { GuestsForm } from "@/lib/agents/owner-schema";
import { GrantTierForm, SetStatusForm, WithdrawGrantForm } from "@/lib/agents/schema";
import { grantTier } from "@/lib/agents/service/grant-tier";
import { pullCardByForm } from "@/lib/agents/service/pull-card";
import { setGuests } from "@/lib/agents/service/set-guests";
import { setStatus } from "@/lib/agents/service/set-status";
import { DomainForm } from "@/lib/domains/schema";
import { giveUpDomain } from "@/lib/domains/service/own";
import { proveDomain } from "@/lib/domains/service/prove";
import { formAction } from "@/lib/next/form-action";

export const grant = formAction({ caller: "operator", schema: GrantTierForm, verb: grantTier });
export const withdrawGrant = formAction({ caller: "operator", schema: WithdrawGrantForm, verb: grantTier });
export const changeStatus = formAction({ caller: "operator", schema: SetStatusForm, verb: setStatus });
export const prove = formAction({ caller: "operator", schema: DomainForm, verb: proveDomain });
export const giveUp = formAction({ caller: "operator", schema: DomainForm, verb: giveUpDomain });
export const guests = formAction({ caller: "operator", schema: GuestsForm, verb: setGuests });
export const pullCard = formAction({ caller: "operator", schema: PullCardForm, verb: pullCardByForm });
