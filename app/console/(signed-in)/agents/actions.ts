"use server";

import { PullCardForm } from "@/lib/features/agents/card-schema";
import { GuestsForm } from "@/lib/features/agents/owner-schema";
import { grantTier } from "@/lib/features/agents/service/grant-tier";
import { pullCardByForm } from "@/lib/features/agents/service/pull-card";
import { setGuests } from "@/lib/features/agents/service/set-guests";
import { setStatus } from "@/lib/features/agents/service/set-status";
import { GrantTierForm, SetStatusForm, WithdrawGrantForm } from "@/lib/features/agents/standing-forms";
import { DomainForm } from "@/lib/features/domains/schema";
import { giveUpDomain } from "@/lib/features/domains/service/own";
import { proveDomain } from "@/lib/features/domains/service/prove";
import { formAction } from "@/lib/next/form-action";

export const grant = formAction({ caller: "operator", schema: GrantTierForm, verb: grantTier });
export const withdrawGrant = formAction({ caller: "operator", schema: WithdrawGrantForm, verb: grantTier });
export const changeStatus = formAction({ caller: "operator", schema: SetStatusForm, verb: setStatus });
export const prove = formAction({ caller: "operator", schema: DomainForm, verb: proveDomain });
export const giveUp = formAction({ caller: "operator", schema: DomainForm, verb: giveUpDomain });
export const guests = formAction({ caller: "operator", schema: GuestsForm, verb: setGuests });
export const pullCard = formAction({ caller: "operator", schema: PullCardForm, verb: pullCardByForm });
