import { ContactLink } from "@/components/ui/contact-link";
import { settings } from "@/lib/env";
import { contactOf } from "@/lib/http/contact";

/** “The operators” within a sentence: a way to write to them where CONTACT is set. */
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

/** Whom to ask, where CONTACT is set. */
export function Questions() {
  return (
    settings().CONTACT !== undefined && (
      <>
        Questions? Write to <Operators />.
      </>
    )
  );
}
