import Link from "next/link";

export default function NotFound() {
  return (
    <main className="sheet py-16">
      <h1 className="text-title-1">Nothing stands here</h1>
      <p className="mt-3">
        Go <Link href="/">home</Link> or to <Link href="/agents">the directory</Link>.
      </p>
    </main>
  );
}
