import { NotFoundMessage, PartUnavailable } from "@/components/layout/page";
import { Section } from "@/components/ui/section";
import { Specimen, State } from "./specimen";

/** Shows the messages for empty lists and missing pages. */
export function EmptyStates() {
  return (
    <Section title="Empty and failed pages">
      <Specimen
        name="Unavailable register"
        says="One part of a page. The other parts still work. A whole page says the same, with status 503, and tries again by itself."
      >
        <State wide name="A part">
          <PartUnavailable requestId="4f1c2a9e-0000-4000-8000-000000000000" />
        </State>
      </Specimen>
      <Specimen name="Not found" says="A page with status 404.">
        <State wide name="A page">
          <NotFoundMessage title="Incident not found">
            The register goes up to number 5. <a href="/incidents">Show all incidents</a>
          </NotFoundMessage>
        </State>
      </Specimen>
    </Section>
  );
}
