/**
 * Passes the client's address to the APIs, replacing what the client sends in this header
 * (https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/functions-event-structure.html), and its network:
 * of IPv6 the first 64 bits, within which a client chooses its addresses.
 */
// biome-ignore lint/correctness/noUnusedVariables: it is put before functions that call it
function setClient(request, address) {
  request.headers['x-client-address'] = { value: address };
  request.headers['x-client-network'] = { value: networkOf(address) };
}

// As in src/identity/domain/client-network.ts: these functions cannot import.
function networkOf(address) {
  if (!address.includes(':')) return address;
  if (address.includes('.')) return address.slice(address.lastIndexOf(':') + 1);
  const parts = address.split('::');
  const first = parts[0].split(':').filter(Boolean);
  const last = (parts[1] || '').split(':').filter(Boolean);
  while (first.length + last.length < 8) first.push('0');
  const network = first
    .concat(last)
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(':')}::`;
}
