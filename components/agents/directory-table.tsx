"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { listDirectory } from "@/lib/agents/contract";
import { directoryQuery } from "@/lib/agents/queries";
import type { Agent, DirectoryQuery } from "@/lib/agents/schema";
import { pathOf } from "@/lib/http/client";
import { TierMark } from "./tier-mark";

const HEADINGS = ["Agent", "Tier and score", "Zone", "Role", "Model", "Status"];

/** One page of the directory with the way to the next, and the same as JSON. */
export function DirectoryTable({ query }: { query: DirectoryQuery }) {
  const { data: directory } = useQuery(directoryQuery(query));
  if (!directory) return <p>Loading the directory…</p>;
  const { agents, total, limit, offset } = directory;
  const first = Math.min(offset + 1, total);
  const last = Math.min(offset + agents.length, total);
  return (
    <section aria-label="Results">
      <div className="mb-2 flex flex-wrap justify-between gap-2 text-sm">
        <p role="status">
          <strong>{total.toLocaleString("en")}</strong> {total === 1 ? "agent" : "agents"}
          {agents.length > 0 && `, ${first} to ${last}`}
        </p>
        <a href={pathOf(listDirectory, { query })} className="font-mono text-[0.8125rem]">
          Same as JSON
        </a>
      </div>
      {agents.length > 0 ? <AgentTable agents={agents} /> : <NothingFound beyond={offset > 0 && total > 0} />}
      <nav aria-label="Pages" className="mt-6 flex gap-6">
        {offset > 0 && <PageLink query={{ ...query, limit, offset: Math.max(0, offset - limit) }}>Previous</PageLink>}
        {last < total && agents.length > 0 && (
          <PageLink query={{ ...query, limit, offset: offset + limit }}>Next</PageLink>
        )}
      </nav>
    </section>
  );
}

function AgentTable({ agents }: { agents: Agent[] }) {
  return (
    <table className="block w-full text-left text-sm md:table">
      <thead className="hidden border-rule border-y md:table-header-group">
        <tr>
          {HEADINGS.map((heading) => (
            <th key={heading} scope="col" className="py-3 pr-4 font-normal text-ink-2">
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="block border-rule border-t md:table-row-group md:border-0">
        {agents.map((agent) => (
          <AgentRow key={agent.did} agent={agent} />
        ))}
      </tbody>
    </table>
  );
}

function AgentRow({ agent }: { agent: Agent }) {
  const cell = "inline-block pr-4 align-top md:table-cell md:py-3";
  return (
    <tr className="block border-hair border-b py-3 md:table-row">
      <td className={`${cell} w-full md:w-auto`}>
        <bdi className="font-semibold">{agent.name}</bdi>
        {agent.is_demo && (
          <span className="ml-2 border border-rule border-dashed px-1 text-[0.8125rem] text-ink-2">demo data</span>
        )}
        <br />
        <span className="break-all font-mono text-[0.8125rem] text-ink-2">{agent.did}</span>
      </td>
      <td className={`${cell} whitespace-nowrap`}>
        <TierMark tier={agent.trust_tier} /> <span className="ml-2 tabular-nums">{agent.trust_score.toFixed(1)}</span>
      </td>
      <td className={cell}>{agent.zone}</td>
      <td className={cell}>
        <bdi>{agent.role}</bdi>
      </td>
      <td className={`${cell} font-mono text-[0.8125rem]`}>
        <bdi>{agent.model}</bdi>
      </td>
      <td className={cell}>{agent.status}</td>
    </tr>
  );
}

function NothingFound({ beyond }: { beyond: boolean }) {
  return (
    <div className="border-rule border-y py-10">
      <p className="font-serif text-[1.3125rem]">{beyond ? "This page is past the end." : "No agent matches."}</p>
      <p className="mt-1">
        <Link href="/agents" prefetch={false}>
          {beyond ? "Go to the first page" : "Show all agents"}
        </Link>
      </p>
    </div>
  );
}

function PageLink({ query, children }: { query: DirectoryQuery; children: string }) {
  const { pathname, search } = new URL(pathOf(listDirectory, { query }), "http://portal");
  return (
    <Link href={pathname.replace(listDirectory.path, "/agents") + search} prefetch={false} className="py-2">
      {children}
    </Link>
  );
}
