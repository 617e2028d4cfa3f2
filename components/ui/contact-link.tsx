interface ContactLinkProps {
  contact: { href: string; name: string };
  className?: string;
}

export function ContactLink({ contact: { href, name }, className = "" }: ContactLinkProps) {
  return (
    <a href={href} className={`[overflow-wrap:anywhere] ${className}`}>
      {name}
    </a>
  );
}
