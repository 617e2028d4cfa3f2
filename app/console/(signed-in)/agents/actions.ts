"use server";

import { PullCardForm } from "@/lib/agents/card-schema";
import { GrantTierForm, SetStatusForm, WithdrawGrantForm } from "@/lib/agents/schema";
import { grantTier } from "@/lib/agents/service/grant-tier";
import { pullCardByForm } from "@/lib/agents/service/pull-card";
import { setStatus } from "@/lib/agents/service/set-status";
import { DomainForm } from "@/lib/domains/schema";
import { giveUpDomain } from "@/lib/domains/service/own";
import { proveDomain } from "@/lib/domains/service/prove";
import { act } from "@/lib/next/act";

export const grant = act({ caller: "operator", schema: GrantTierForm, verb: grantTier });
export const withdrawGrant = act({ caller: "operator", schema: WithdrawGrantForm, verb: grantTier });
export const changeStatus = act({ caller: "operator", schema: SetStatusForm, verb: setStatus });
export const prove = act({ caller: "operator", schema: DomainForm, verb: proveDomain });
export const giveUp = act({ caller: "operator", schema: DomainForm, verb: giveUpDomain });
export const pullCard = act({ caller: "operator", schema: PullCardForm, verb: pullCardByForm });
