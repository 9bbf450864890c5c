/**
 * Viewer request, before a load balancer that signs people in: as set-client-address.js. The cookies of sessions that
 * began without it are dropped: a private API takes 8,000 bytes of headers, and the load balancer's own are most of them.
 */
// biome-ignore lint/correctness/noUnusedVariables: CloudFront calls it by this name
function handler(event) {
  const request = event.request;
  request.headers['x-client-address'] = { value: event.viewer.ip };
  delete request.cookies.registry_session;
  delete request.cookies.registry_refresh;
  return request;
}
