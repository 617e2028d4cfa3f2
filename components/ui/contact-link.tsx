interface ContactLinkProps {
  contact: { href: string; name: string };
  className?: string;
}

/** Links the operators' contact, named by its address. */
export function ContactLink({ contact: { href, name }, className = "" }: ContactLinkProps) {
  return (
    <a href={href} className={`[overflow-wrap:anywhere] ${className}`}>
      {name}
    </a>
  );
}
