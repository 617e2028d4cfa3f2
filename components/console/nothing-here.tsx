/** Where the console has no such thing. @param list where all of them are */
export function NothingHere({ what, list }: { what: string; list: string }) {
  return (
    <>
      <h1 className="text-title-1">There is no such {what}</h1>
      <p className="mt-3">
        <a href={list}>Show all of them</a>
      </p>
    </>
  );
}
