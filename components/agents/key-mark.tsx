/** Says that an agent proved to control its key. @param short the drawing alone, where there is no room for the words */
export function KeyMark({ short = false }: { short?: boolean }) {
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap text-accent">
      <svg aria-hidden width="14" height="12" viewBox="0 0 14 12" fill="none" stroke="currentColor" strokeWidth="1.5">
        <circle cx="4" cy="6" r="2.75" />
        <path d="M6.75 6H13M10 6v3M12.5 6v2" />
      </svg>
      <span className={short ? "sr-only" : ""}>verified key</span>
    </span>
  );
}
