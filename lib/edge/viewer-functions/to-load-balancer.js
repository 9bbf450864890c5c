/**
 * Viewer request, in front of a load balancer that signs people in: also drops old session cookies, because a private API
 * accepts 8,000 bytes of headers, and the load balancer's own use most of them.
 */
// biome-ignore lint/correctness/noUnusedVariables: CloudFront calls it by this name
function handler(event) {
  const request = event.request;
  setClient(request, event.viewer.ip);
  delete request.cookies['__Host-registry_session'];
  delete request.cookies['__Host-registry_refresh'];
  return request;
}
