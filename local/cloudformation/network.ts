import { createHash } from 'node:crypto';

/** The ids of a VPC endpoint's network interfaces, one per subnet. */
export function interfacesOf(endpointName: string, subnets: number): string[] {
  return Array.from({ length: subnets }, (_, index) => `eni-${hash(`${endpointName}/${index}`)}`);
}

/** The private address of a network interface. */
export function addressOf(interfaceId: string): string {
  const [a = 0, b = 0, c = 0] = Buffer.from(hash(interfaceId), 'hex');
  return `10.${a}.${b}.${c}`;
}

interface DescribeCall {
  service?: string;
  action?: string;
  parameters?: { NetworkInterfaceIds?: string[] };
}

/** The custom resource's answer to this call for `NetworkInterfaces.<index>.PrivateIpAddress`. */
export function interfaceAddress(call: unknown, index: number, where: string): string {
  const { service, action, parameters } = JSON.parse(String(call)) as DescribeCall;
  const id = parameters?.NetworkInterfaceIds?.[index];
  if (service !== 'EC2' || action !== 'describeNetworkInterfaces' || !id)
    throw new Error(`${where}: the call ${service} ${action} is not supported`);
  return addressOf(id);
}

const hash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 17);
