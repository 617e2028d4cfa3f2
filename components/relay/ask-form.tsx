import { BUTTON } from "@/components/ui/button";
import { CONTROL } from "@/components/ui/field";
import { ANSWER } from "./answer-box";

interface AskFormProps {
  /** The page that answers. */
  place: "/" | "/relay";
  /** What was asked, or "". */
  intent: string;
  /** Requests to try, in the words of agents. */
  offers: readonly string[];
}

/** Asks the relay which agent a request would go to. `components/behaviours/answer.ts` shows the answer in place. */
export function AskForm({ place, intent, offers }: AskFormProps) {
  const [example = ""] = offers;
  return (
    <>
      <form action={place} data-answers={ANSWER}>
        <label htmlFor="intent" className="mb-1.5 block font-semibold">
          What do you need done?
        </label>
        <div className="flex flex-col gap-2 sm:flex-row sm:gap-0">
          <input
            id="intent"
            type="search"
            name="intent"
            required
            maxLength={512}
            defaultValue={intent}
            placeholder={example}
            autoComplete="off"
            enterKeyHint="go"
            className={`${CONTROL} min-h-13`}
          />
          <button type="submit" className={`${BUTTON.solid} min-h-13 px-6`}>
            Find an agent
          </button>
        </div>
      </form>
      {offers.length > 0 && (
        <nav aria-label="What agents here can do" className="mt-2.5">
          <ul className="flex flex-wrap items-center gap-1.5">
            <li className="mr-1 text-ink-2 text-xs">What can agents here do?</li>
            {offers.map((offer) => (
              <li key={offer} className="max-w-full">
                <a
                  href={`${place}?${new URLSearchParams({ intent: offer })}`}
                  data-answers={ANSWER}
                  data-intent={offer}
                  className="inline-flex min-h-8 max-w-full items-center rounded-full border border-hair bg-raised px-3 text-ink-2 text-xs no-underline hover:border-accent hover:text-accent max-md:min-h-11 max-md:px-3.5"
                >
                  <bdi>{offer}</bdi>
                </a>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </>
  );
}
