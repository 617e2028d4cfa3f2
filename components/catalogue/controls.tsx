import { UseBox } from "@/components/agents/use-box";
import { Breadcrumb } from "@/components/layout/page";
import { Ago, When } from "@/components/ui/ago";
import { BUTTON } from "@/components/ui/button";
import { CodeBlock, CodeTabs } from "@/components/ui/code";
import { Confirm } from "@/components/ui/confirm";
import { CopyButton } from "@/components/ui/copy-button";
import { TextField } from "@/components/ui/field";
import { FormArea, FormNotice, FormSelect, FormText } from "@/components/ui/form";
import { ChoiceNav, EmptyList, ListPages } from "@/components/ui/list";
import { FactList, Section } from "@/components/ui/section";
import { SubmitButton } from "@/components/ui/submit-button";
import { connectionsOf } from "@/lib/agents/connect/snippets";
import { Specimen, State } from "./specimen";

const DID = "did:demo:s2:glossa";

const SNIPPETS = connectionsOf({
  did: DID,
  name: "Glossa",
  endpoints: [],
  capability_manifest: { packages: [{ registryType: "npm", identifier: "@example/glossa", version: "2.4.1" }] },
});

/** What is pressed, typed and read. */
export function Controls() {
  return (
    <Section title="Controls">
      <p className="mt-3 max-w-[68ch] text-ink-2 text-sm">
        Everything that can be pressed is bottle green and at least 44 px high, text links in lists at least 24. Focus
        is a ring of 2 px, on every element alike: go through this page by the tab key. Under the pointer the solid
        button gets deeper, the quiet one gets a ground, and a link’s line gets its full colour.
      </p>
      <Specimen name="Button" says="Solid for the one main act of a view, quiet for the others.">
        <State name="Solid">
          <button type="button" className={BUTTON.solid}>
            Join
          </button>
        </State>
        <State name="Quiet">
          <button type="button" className={BUTTON.quiet}>
            Suspend
          </button>
        </State>
        <State name="Sending: does nothing until it is answered">
          <button
            type="button"
            aria-disabled
            className={`${BUTTON.solid} aria-disabled:cursor-progress aria-disabled:opacity-70`}
          >
            Record it
          </button>
        </State>
      </Specimen>
      <Specimen name="Search field" says="A line of text that works in a plain form.">
        <State name="Empty">
          <TextField label="Search by DID or name" name="empty" value="" placeholder={DID} />
        </State>
        <State name="Filled">
          <TextField label="Search by DID or name" name="filled" value="glossa" />
        </State>
      </Specimen>
      <Specimen
        name="Form"
        says="What is wrong is said in ink and words beside the field, and nothing typed is lost. Red is an incident’s."
      >
        <form action="/components" className="grid w-full gap-5 md:grid-cols-2">
          <FormText label="Name" name="plain" value="" hint="As it is shown." />
          <FormText
            label="DID"
            name="wrong"
            value="did:fed:atlas"
            mono
            problems={["A DID has four parts: did, method, zone and name."]}
          />
          <FormArea label="Reason" name="reason" value="" hint="It stands in the record, for everyone." />
          <FormSelect
            label="Tier"
            name="tier"
            value="T1"
            options={["T0", "T1", "T2"].map((tier) => ({ value: tier, name: tier }))}
          />
          <div className="md:col-span-2">
            <FormNotice message="One field needs another look." />
          </div>
          <div className="md:col-span-2">
            <SubmitButton>Send</SubmitButton>
          </div>
        </form>
      </Specimen>
      <Specimen name="Confirm" says="A step before what cannot be undone; opened by itself once its form was refused.">
        <State name="Closed">
          <Confirm summary="Erase the payload">It cannot be brought back.</Confirm>
        </State>
        <State name="Open">
          <Confirm summary="Erase this payload" open>
            It cannot be brought back.
          </Confirm>
        </State>
      </Specimen>
      <Specimen
        name="Copy"
        says="Beside ids and hashes, quiet until it is pointed at. It says “Copied”, or “Select it” where the browser forbids."
      >
        <CopyButton text={DID} what="the DID" />
      </Specimen>
      <Specimen name="Code" says="The same call in several languages; without JavaScript the first.">
        <State name="Tabs" wide>
          <CodeTabs
            label="Language"
            samples={{ curl: "curl -s localhost:3000/health", TypeScript: 'await fetch("/health");' }}
          />
        </State>
        <State name="What may be long, in a box that scrolls" wide>
          <CodeBlock bounded code={JSON.stringify({ did: DID, skills: ["Translate Polish to English"] })} />
        </State>
      </Specimen>
      <Specimen
        name="Ways to use an agent"
        says="Made from what its record says, as words that no shell reads in another way. Tabs; on a phone an accordion."
      >
        <div className="w-full min-w-0">
          <UseBox direct={SNIPPETS} relayed={[]} repository="" />
        </div>
      </Specimen>
      <Specimen name="Choice" says="A few ways to see one list; each is an address.">
        <ChoiceNav
          label="An example of choices"
          choices={["All", "Passed", "Failed"].map((name, index) => ({ name, href: "/audits", chosen: index === 0 }))}
        />
      </Specimen>
      <Specimen name="Breadcrumb" says="Where a page stands.">
        <Breadcrumb above={[{ name: "Anchors", href: "/anchors" }]} here="1,042" />
      </Specimen>
      <Specimen
        name="List"
        says="Its foot says where in the whole it stands. Where nothing is to be shown it says what to do."
      >
        <State name="In the middle" wide>
          <ListPages limit={25} offset={50} total={1_042} href={() => "/agents"} />
        </State>
        <State name="Empty" wide>
          <EmptyList title="No agent matches.">Take a filter away, or look for a shorter part of the name.</EmptyList>
        </State>
      </Specimen>
      <Specimen name="Facts" says="Facts of one thing, each with its name.">
        <State name="Two" wide>
          <FactList
            facts={[
              { name: "Zone", value: "S2" },
              { name: "Written", value: <When instant="2026-11-22T09:00:00.000Z" /> },
            ]}
          />
        </State>
      </Specimen>
      <Specimen
        name="Time"
        says="How long ago, told by the browser, or the day where that is more than 30 days ago; without JavaScript the day. The UTC instant is its title."
      >
        {[
          "2026-11-22T11:59:40.000Z",
          "2026-11-22T11:21:00.000Z",
          "2026-11-22T03:00:00.000Z",
          "2026-10-01T12:00:00.000Z",
        ].map((instant) => (
          <State key={instant} name={instant.slice(0, 16).replace("T", " ")}>
            <Ago instant={instant} />
          </State>
        ))}
      </Specimen>
    </Section>
  );
}
