/** Says that the console has no such thing. @param list the page that lists all of them */
export function NothingHere({ title, list }: { title: string; list: string }) {
  return (
    <>
      <h1 className="text-title-1">{title}</h1>
      <p className="mt-3">
        <a href={list}>Show all</a>
      </p>
    </>
  );
}
