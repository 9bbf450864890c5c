/** Viewer request of the APIs. */
// biome-ignore lint/correctness/noUnusedVariables: CloudFront calls it by this name
function handler(event) {
  const request = event.request;
  setClient(request, event.viewer.ip);
  return request;
}
