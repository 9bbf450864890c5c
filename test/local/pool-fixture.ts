const minutes = { AccessToken: 'minutes', IdToken: 'minutes', RefreshToken: 'minutes' };

/** A pool and its clients as lib/sign-in-stack.ts declares them. */
export function poolResources() {
  return {
    Users: {
      Type: 'AWS::Cognito::UserPool',
      Properties: {
        AdminCreateUserConfig: {
          AllowAdminCreateUserOnly: true,
          InviteMessageTemplate: { EmailSubject: 'Welcome', EmailMessage: 'You are {username}, {####}' },
        },
        LambdaConfig: { CustomMessage: { 'Fn::GetAtt': ['WriteMail', 'Arn'] } },
        MfaConfiguration: 'OPTIONAL',
        Policies: {
          PasswordPolicy: {
            MinimumLength: 12,
            RequireLowercase: true,
            RequireUppercase: true,
            RequireNumbers: true,
            RequireSymbols: false,
            TemporaryPasswordValidityDays: 7,
          },
        },
        UsernameAttributes: ['email'],
        VerificationMessageTemplate: { EmailSubject: 'A code', EmailMessage: 'It is {####}' },
      },
    },
    Client: {
      Type: 'AWS::Cognito::UserPoolClient',
      Properties: {
        UserPoolId: { Ref: 'Users' },
        AllowedOAuthFlows: ['code'],
        AllowedOAuthScopes: ['openid', 'email'],
        CallbackURLs: ['https://dashboard.example/'],
        LogoutURLs: ['https://dashboard.example/'],
        GenerateSecret: false,
        IdTokenValidity: 60,
        PreventUserExistenceErrors: 'ENABLED',
        RefreshTokenValidity: 43200,
        TokenValidityUnits: minutes,
      },
    },
    LoadBalancer: {
      Type: 'AWS::Cognito::UserPoolClient',
      Properties: {
        UserPoolId: { Ref: 'Users' },
        AllowedOAuthFlows: ['code'],
        AllowedOAuthScopes: ['openid', 'email'],
        CallbackURLs: ['https://dashboard.example/oauth2/idpresponse'],
        GenerateSecret: true,
        IdTokenValidity: 60,
        PreventUserExistenceErrors: 'ENABLED',
        RefreshTokenValidity: 720,
        TokenValidityUnits: minutes,
      },
    },
  };
}
