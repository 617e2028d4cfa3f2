"use server";

import { PullCardForm } from "@/lib/features/agents/card-schema";
import { DeprecateForm, EditForm, GuestsForm, WithdrawForm } from "@/lib/features/agents/owner-schema";
import { deprecateAgent } from "@/lib/features/agents/service/deprecate";
import { editAgent } from "@/lib/features/agents/service/edit";
import { pullCardByForm } from "@/lib/features/agents/service/pull-card";
import { setGuests } from "@/lib/features/agents/service/set-guests";
import { withdrawAgent } from "@/lib/features/agents/service/withdraw";
import { DomainForm } from "@/lib/features/domains/schema";
import { giveUpDomain } from "@/lib/features/domains/service/own";
import { proveDomain } from "@/lib/features/domains/service/prove";
import { formAction } from "@/lib/next/form-action";

export const edit = formAction({ caller: "owner", schema: EditForm, verb: editAgent });
export const withdraw = formAction({ caller: "owner", schema: WithdrawForm, verb: withdrawAgent });
export const deprecate = formAction({ caller: "owner", schema: DeprecateForm, verb: deprecateAgent });
export const prove = formAction({ caller: "owner", schema: DomainForm, verb: proveDomain });
export const giveUp = formAction({ caller: "owner", schema: DomainForm, verb: giveUpDomain });
export const guests = formAction({ caller: "owner", schema: GuestsForm, verb: setGuests });
export const pullCard = formAction({ caller: "owner", schema: PullCardForm, verb: pullCardByForm });
