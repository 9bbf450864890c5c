/** The key by which limits count a client: its address, or of IPv6 the first 64 bits, because clients choose the rest. */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address;
  // An IPv4 address in the form of IPv6: RFC 4291, section 2.5.5.2.
  if (address.includes('.')) return address.slice(address.lastIndexOf(':') + 1);
  const [before = '', after = ''] = address.split('::');
  const [first, last] = [before, after].map((part) => part.split(':').filter((group) => group !== '')) as [
    string[],
    string[],
  ];
  const groups = [...first, ...Array(Math.max(0, 8 - first.length - last.length)).fill('0'), ...last];
  const network = groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(':')}::`;
}
