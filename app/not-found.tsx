import Link from "next/link";

export default function NotFound() {
  return (
    <main className="mx-auto max-w-[1200px] px-4 py-16 md:px-10">
      <h1 className="text-[2.375rem]">Nothing stands here</h1>
      <p className="mt-3">
        Go <Link href="/">home</Link> or to <Link href="/agents">the directory</Link>.
      </p>
    </main>
  );
}
