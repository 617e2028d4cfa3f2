"use server";

import { PullCardForm } from "@/lib/agents/card-schema";
import { DeprecateForm, EditForm, GuestsForm, WithdrawForm } from "@/lib/agents/owner-schema";
import { deprecateAgent } from "@/lib/agents/service/deprecate";
import { editAgent } from "@/lib/agents/service/edit";
import { pullCardByForm } from "@/lib/agents/service/pull-card";
import { setGuests } from "@/lib/agents/service/set-guests";
import { withdrawAgent } from "@/lib/agents/service/withdraw";
import { DomainForm } from "@/lib/domains/schema";
import { giveUpDomain } from "@/lib/domains/service/own";
import { proveDomain } from "@/lib/domains/service/prove";
import { formAction } from "@/lib/next/form-action";

export const edit = formAction({ caller: "owner", schema: EditForm, verb: editAgent });
export const withdraw = formAction({ caller: "owner", schema: WithdrawForm, verb: withdrawAgent });
export const deprecate = formAction({ caller: "owner", schema: DeprecateForm, verb: deprecateAgent });
export const prove = formAction({ caller: "owner", schema: DomainForm, verb: proveDomain });
export const giveUp = formAction({ caller: "owner", schema: DomainForm, verb: giveUpDomain });
export const guests = formAction({ caller: "owner", schema: GuestsForm, verb: setGuests });
export const pullCard = formAction({ caller: "owner", schema: PullCardForm, verb: pullCardByForm });
