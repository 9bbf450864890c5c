import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The global unicast range of IPv6. All other ranges are reserved or special. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Whether an IP address is on the public internet: not in a private or special range, and not an IPv6 address that
 * embeds an IPv4 address, which a translator could route into such a range.
 */
export function isPublicAddress(address: string): boolean {
  // Stricter than the library, which accepts 010.1 as an address.
  if (!isIP(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed.kind() === 'ipv4' || (parsed as ipaddr.IPv6).match(globalUnicast);
}
