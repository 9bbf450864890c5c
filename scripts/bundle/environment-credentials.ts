/**
 * Stands in for the default credential chain of the AWS SDK. Safe, since Lambda gives a function the credentials of its
 * role in the environment (only SnapStart, which no function uses, gives them otherwise), and so does the laptop. The
 * chain looks there first too; profiles, single sign-on, containers and EC2 come after.
 */
export function defaultProvider() {
  return async () => {
    const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN } = process.env;
    if (!AWS_ACCESS_KEY_ID || !AWS_SECRET_ACCESS_KEY) {
      throw new Error('The environment holds no AWS credentials (AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY)');
    }
    return {
      accessKeyId: AWS_ACCESS_KEY_ID,
      secretAccessKey: AWS_SECRET_ACCESS_KEY,
      ...(AWS_SESSION_TOKEN && { sessionToken: AWS_SESSION_TOKEN }),
    };
  };
}
