import { z } from "zod";

/** The schema of a field that people do not see, and leave empty. A program that fills in every field reveals itself. */
export const HoneyPot = z
  .literal(
    "",
    "A program filled in this field, perhaps your password manager. It is empty again now. Send the form once more.",
  )
  .default("");
