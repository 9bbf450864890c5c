import * as z from 'zod';
import { because, ignored } from './shape.ts';

const values = () => z.union([z.string(), z.array(z.string())]);

const statement = z.strictObject({
  Sid: z.string().optional(),
  Effect: z.enum(['Allow', 'Deny']),
  /** Only in resource policies. */
  Principal: z.unknown().optional(),
  Action: values(),
  Resource: values(),
  Condition: z.record(z.string(), z.record(z.string(), z.union([values(), z.boolean()]))).optional(),
});

/** A policy of a role or a resource. `iam/policy.ts` rejects unknown conditions. */
export const policyDocument = () =>
  z.strictObject({
    Version: ignored('there is one version of the language'),
    Statement: z.union([z.array(statement), statement.transform((one) => [one])]),
  });

/** The supported properties of roles. */
export const iamProperties = {
  'AWS::IAM::Role': z.strictObject({
    AssumeRolePolicyDocument: z
      .strictObject({
        Version: ignored('there is one version of the language'),
        Statement: z.array(
          z.strictObject({
            Sid: z.string().optional(),
            Effect: z.enum(['Allow', 'Deny']),
            Action: values(),
            Principal: z.strictObject({ Service: values() }),
            Condition: z.unknown().optional(),
          }),
        ),
      })
      .optional(),
    Policies: z
      .array(z.strictObject({ PolicyName: z.string().optional(), PolicyDocument: policyDocument() }))
      .optional(),
    ManagedPolicyArns: z.array(z.string()).optional(),
    PermissionsBoundary: z.string().optional(),
    Description: ignored(because.forPeople),
  }),
  'AWS::Lambda::Permission': z.strictObject({
    Action: ignored(because.permission),
    FunctionName: ignored(because.permission),
    Principal: ignored(because.permission),
    SourceArn: ignored(because.permission),
  }),
};
