import { ContactLink } from "@/components/ui/contact-link";
import { settings } from "@/lib/foundation/env";
import { contactOf } from "@/lib/http/contact";

/** Names the operators within a sentence, with a link to them if CONTACT is set. */
export function Operators() {
  const { CONTACT } = settings();
  return CONTACT === undefined ? (
    "the operators"
  ) : (
    <>
      the operators (<ContactLink contact={contactOf(CONTACT)} />)
    </>
  );
}

/** Says where to ask questions, if CONTACT is set. */
export function Questions() {
  return (
    settings().CONTACT !== undefined && (
      <>
        Questions? Write to <Operators />.
      </>
    )
  );
}
