/**
 * Viewer request: every page of the dashboard is the same document, which reads the path itself. A path is never judged
 * by a dot in it: DOIs have them.
 */
// biome-ignore lint/correctness/noUnusedVariables: CloudFront calls it by this name
function handler(event) {
  const request = event.request;
  request.uri = '/index.html';
  return request;
}
