import type { Metadata } from "next";
import { headers } from "next/headers";
import { cache } from "react";
import { ActCheck } from "@/components/council/act-check";
import { Move } from "@/components/council/act-parts";
import { ActActor, Subject } from "@/components/council/act-record";
import { councilTexts } from "@/components/council/texts";
import { Breadcrumb, DatabaseUnavailable, NotFoundMessage, PageTitle } from "@/components/layout/page";
import { actHref } from "@/components/marks/subject-href";
import { CodeBlock, CodeTabs } from "@/components/ui/code";
import { FactList, Section } from "@/components/ui/section";
import { publicUrl } from "@/lib/api/public-url";
import { getAct as getActEndpoint } from "@/lib/features/anchors/acts/contract";
import { readAct } from "@/lib/features/anchors/acts/get-act";
import { checkCommands } from "@/lib/features/anchors/texts";
import { actKindLabel, CONTENT_WORDS, reasonIn } from "@/lib/features/council/act-words";
import { readNamesIn } from "@/lib/features/council/service/agent-names";
import { utcSecond } from "@/lib/foundation/text/utc";
import { pathOf } from "@/lib/http/client";
import { decodedSegment } from "@/lib/http/page-address";
import { foundOrNull, readForPage, setPageStatus } from "@/lib/portal/read-for-page";

type Props = PageProps<"/council/acts/[seq]">;

/** Reads once for the page and its title. */
const readPage = cache((seq: string) =>
  readForPage(async (ctx) => {
    const proven = await foundOrNull(readAct(ctx, { seq }));
    return proven && { proven, names: await readNamesIn(ctx, proven.act) };
  }, "/council/acts/{seq}"),
);

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const read = await readPage(decodedSegment((await params).seq));
  const found = read.ok ? read.value : null;
  if (found === null) return { title: councilTexts.notFound };
  const { seq, kind } = found.proven.act;
  return {
    title: `${actKindLabel(kind)} · Act ${seq.toLocaleString("en")}`,
    description: `Act ${seq.toLocaleString("en")} of the council, with its proof.`,
  };
}

export default async function ActPage({ params }: Props) {
  const read = await readPage(decodedSegment((await params).seq));
  if (!read.ok) return <DatabaseUnavailable requestId={read.requestId} />;
  if (read.value === null) return <NoSuchAct />;
  const { proven, names } = read.value;
  const { act, entry, receipt, unsigned, log: _, ...hashed } = proven;
  const { seq, kind, content, subject, actor, details } = act;
  const reason = details ? reasonIn(details) : undefined;
  const jsonPath = pathOf(getActEndpoint, { params: { seq: String(seq) } });
  const origin = publicUrl({ headers: await headers() });
  return (
    <>
      <Breadcrumb above={[{ name: councilTexts.title, href: "/council" }]} here={`Act ${seq.toLocaleString("en")}`} />
      <PageTitle title={actKindLabel(kind)} jsonPath={jsonPath}>
        {reason === undefined ? councilTexts.actLede : <bdi>{reason}</bdi>}
      </PageTitle>
      {content !== "public" && <p className="mb-6 max-w-[64ch] border-ink border-l-4 pl-4">{CONTENT_WORDS[content]}</p>}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-14 gap-y-10 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div>
          <Section title="The act">
            <FactList
              facts={[
                ...(actor === null ? [] : [{ name: "Who", value: <ActActor actor={actor} names={names} /> }]),
                { name: "What", value: <code className="font-mono text-xs">{kind}</code> },
                ...(subject === null ? [] : [{ name: "About", value: <Subject subject={subject} names={names} /> }]),
                ...(typeof details?.["to"] === "string" ? [{ name: "Change", value: <Move details={details} /> }] : []),
                { name: "When", value: <time dateTime={act.created_at}>{`${utcSecond(act.created_at)} UTC`}</time> },
                {
                  name: "Entry",
                  value: <a href={`/anchors/${act.id}`}>{`${entry.seq.toLocaleString("en")} of the council’s log`}</a>,
                },
              ]}
            />
          </Section>
          {hashed.salt !== undefined && (
            <Section title="What was hashed">
              <p className="mt-3 mb-2 max-w-[64ch] text-ink-2 text-sm">
                The commitment is SHA-256 of the text <code className="font-mono text-xs">fgs/anchor-payload/v1</code>,
                a zero byte, the salt, and this content in canonical JSON.
              </p>
              <FactList facts={[{ name: "salt", value: <Hash text={hashed.salt} /> }]} />
              <div className="mt-3 border-accent border-l-2">
                <CodeBlock
                  code={JSON.stringify({ did: hashed.did, kind: hashed.kind, payload: hashed.payload }, null, 2)}
                />
              </div>
            </Section>
          )}
          {content === "redacted" && details && (
            <Section title="The rest">
              <div className="mt-3 border-accent border-l-2">
                <CodeBlock code={JSON.stringify(details, null, 2)} />
              </div>
            </Section>
          )}
          <Section title="The entry" aside={<a href={jsonPath}>With the proof as JSON</a>}>
            <FactList
              facts={[
                { name: "payload_commitment", value: <Hash text={entry.payload_commitment} /> },
                { name: "hash", value: <Hash text={entry.hash} /> },
                ...(receipt === null
                  ? []
                  : [
                      { name: "root_hash", value: <Hash text={receipt.root_hash} /> },
                      {
                        name: "inclusion_path",
                        value: `${receipt.inclusion_path.length} hashes, in a tree of ${receipt.tree_size.toLocaleString("en")}`,
                      },
                    ]),
              ]}
            />
            {receipt === null ? (
              <p className="mt-3 max-w-[64ch]">{unsigned.message}</p>
            ) : (
              <div className="mt-3 border-accent border-l-2">
                <CodeBlock code={receipt.checkpoint} />
              </div>
            )}
          </Section>
          <nav aria-label="Neighbours" className="mt-8 flex flex-wrap gap-x-6 text-sm">
            {seq > 1 && (
              <a href={actHref(seq - 1)} className="py-2">
                {`Previous, ${(seq - 1).toLocaleString("en")}`}
              </a>
            )}
            {(receipt === null || seq < receipt.tree_size) && (
              <a href={actHref(seq + 1)} className="py-2">
                {`Next, ${(seq + 1).toLocaleString("en")}`}
              </a>
            )}
          </nav>
        </div>
        <aside aria-label="Check this act">
          {receipt !== null && <ActCheck proven={{ act, entry, receipt, ...hashed }} />}
          <h3 className="mt-6 mb-2 text-md">Check it without this page</h3>
          <CodeTabs label="Commands that check this act" samples={{ Node: checkCommands(origin, jsonPath) }} />
          <p className="mt-3 text-ink-2 text-sm">
            The last line needs no network, and prints what it proved. Take the program and the keys from a second
            source too, such as somebody who <a href="/log">watches this log</a>.
          </p>
          <p className="mt-4 text-ink-2 text-sm">
            A check shows that this is what was written, and that it has not changed. It does not show that the decision
            was right.
          </p>
        </aside>
      </div>
    </>
  );
}

function Hash({ text }: { text: string }) {
  return <code className="font-mono text-xs [overflow-wrap:anywhere]">{text}</code>;
}

function NoSuchAct() {
  setPageStatus(404);
  return (
    <NotFoundMessage title={councilTexts.notFound}>
      The council’s log has no act with this number. <a href="/council">See the newest acts</a>.
    </NotFoundMessage>
  );
}
