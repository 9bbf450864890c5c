/**
 * Viewer request: passes the client's address to the APIs, replacing what the client sends in this header
 * (https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/functions-event-structure.html).
 */
// biome-ignore lint/correctness/noUnusedVariables: CloudFront calls it by this name
function handler(event) {
  const request = event.request;
  request.headers['x-client-address'] = { value: event.viewer.ip };
  return request;
}
