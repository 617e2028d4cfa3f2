import { NoSuch, PartSilent } from "@/components/layout/page";
import { Section } from "@/components/ui/section";
import { Specimen, State } from "./specimen";

/** What stands where what was asked for does not. */
export function Faces() {
  return (
    <Section title="Where nothing can be shown">
      <Specimen
        name="Silent register"
        says="One part of a page; the others stand. A whole page says the same, with status 503, and asks again by itself."
      >
        <State wide name="A part">
          <PartSilent requestId="4f1c2a9e-0000-4000-8000-000000000000" />
        </State>
      </Specimen>
      <Specimen name="No such thing" says="A page whose thing is not there, with status 404.">
        <State wide name="A page">
          <NoSuch thing="incident">
            The register goes up to number 5. <a href="/incidents">Show all incidents</a>
          </NoSuch>
        </State>
      </Specimen>
    </Section>
  );
}
