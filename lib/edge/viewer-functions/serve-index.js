/**
 * Viewer request: all pages of the dashboard are one document, which reads the path itself. Dots in the path mean
 * nothing: DOIs contain them.
 */
// biome-ignore lint/correctness/noUnusedVariables: CloudFront calls it by this name
function handler(event) {
  const request = event.request;
  request.uri = '/index.html';
  return request;
}
