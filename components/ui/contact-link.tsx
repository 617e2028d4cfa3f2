interface ContactLinkProps {
  contact: { href: string; name: string };
  className?: string;
}

/** The way to write to the operators, called by its address. */
export function ContactLink({ contact: { href, name }, className = "" }: ContactLinkProps) {
  return (
    <a href={href} className={`[overflow-wrap:anywhere] ${className}`}>
      {name}
    </a>
  );
}
