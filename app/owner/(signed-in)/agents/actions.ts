"use server";

import { PullCardForm } from "@/lib/agents/card-schema";
import { DeprecateForm, EditForm, WithdrawForm } from "@/lib/agents/owner-schema";
import { deprecateAgent } from "@/lib/agents/service/deprecate";
import { editAgent } from "@/lib/agents/service/edit";
import { pullCardByForm } from "@/lib/agents/service/pull-card";
import { withdrawAgent } from "@/lib/agents/service/withdraw";
import { DomainForm } from "@/lib/domains/schema";
import { giveUpDomain } from "@/lib/domains/service/own";
import { proveDomain } from "@/lib/domains/service/prove";
import { act } from "@/lib/next/act";

export const edit = act({ caller: "owner", schema: EditForm, verb: editAgent });
export const withdraw = act({ caller: "owner", schema: WithdrawForm, verb: withdrawAgent });
export const deprecate = act({ caller: "owner", schema: DeprecateForm, verb: deprecateAgent });
export const prove = act({ caller: "owner", schema: DomainForm, verb: proveDomain });
export const giveUp = act({ caller: "owner", schema: DomainForm, verb: giveUpDomain });
export const pullCard = act({ caller: "owner", schema: PullCardForm, verb: pullCardByForm });
