export function MenuIcon() {
  return (
    <svg aria-hidden width="18" height="14" viewBox="0 0 18 14" stroke="currentColor" strokeWidth="1.6">
      <path d="M0 1.5h18M0 7h18M0 12.5h18" />
    </svg>
  );
}
