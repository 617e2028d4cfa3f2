"use server";

import { PullCardForm } from "@/lib/features/agents/card-schema";
import { ChecksForm } from "@/lib/features/agents/liveness/schema";
import { DeprecateForm, EditForm, GuestsForm, WithdrawForm } from "@/lib/features/agents/owner-schema";
import { deprecateAgent } from "@/lib/features/agents/service/deprecate";
import { editAgent } from "@/lib/features/agents/service/edit";
import { pullCardByForm } from "@/lib/features/agents/service/pull-card";
import { setChecks } from "@/lib/features/agents/service/set-checks";
import { setGuests } from "@/lib/features/agents/service/set-guests";
import { withdrawAgent } from "@/lib/features/agents/service/withdraw";
import { ReplyForm } from "@/lib/features/disputes/schema";
import { DomainForm } from "@/lib/features/domains/schema";
import { giveUpDomain } from "@/lib/features/domains/service/own";
import { proveDomain } from "@/lib/features/domains/service/prove";
import { writeReply } from "@/lib/features/replies/service/write";
import { formAction } from "@/lib/next/form-action";

export const reply = formAction({ caller: "owner", schema: ReplyForm, verb: writeReply });
export const edit = formAction({ caller: "owner", schema: EditForm, verb: editAgent });
export const withdraw = formAction({ caller: "owner", schema: WithdrawForm, verb: withdrawAgent });
export const deprecate = formAction({ caller: "owner", schema: DeprecateForm, verb: deprecateAgent });
export const prove = formAction({ caller: "owner", schema: DomainForm, verb: proveDomain });
export const giveUp = formAction({ caller: "owner", schema: DomainForm, verb: giveUpDomain });
export const guests = formAction({ caller: "owner", schema: GuestsForm, verb: setGuests });
export const checkCard = formAction({ caller: "owner", schema: ChecksForm, verb: setChecks });
export const pullCard = formAction({ caller: "owner", schema: PullCardForm, verb: pullCardByForm });
