import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The part of IPv6 that is allocated to networks; the rest is reserved or stands for something else. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Whether an address is one of the public internet, reached as such: not of a private or special network, nor one of
 * version 6 that stands for one of version 4 and so could lead into such a network by way of a translator.
 */
export function isPublicAddress(address: string): boolean {
  // Stricter than the library, to which 010.1 is an address too.
  if (!isIP(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed.kind() === 'ipv4' || (parsed as ipaddr.IPv6).match(globalUnicast);
}
