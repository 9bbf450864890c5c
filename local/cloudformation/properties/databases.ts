import * as z from 'zod';
import { because, ignored, unplayed } from './shape.ts';

const ownServer = 'the server of a laptop has its own settings';
const noBackup = 'what is in it can be filled again from the table';

/** The supported properties of databases. */
export const databaseProperties = {
  'AWS::RDS::DBCluster': z.strictObject({
    DBClusterIdentifier: z.string(),
    DatabaseName: z.string(),
    Engine: z.literal('aurora-postgresql'),
    EnableHttpEndpoint: z.literal(true),
    ManageMasterUserPassword: z.literal(true),
    MasterUsername: z.string(),
    EngineVersion: ignored('a laptop uses the PostgreSQL that it has'),
    ServerlessV2ScalingConfiguration: ignored('a laptop has the capacity that it has'),
    BackupRetentionPeriod: ignored(noBackup),
    CopyTagsToSnapshot: ignored(noBackup),
    DBClusterParameterGroupName: ignored(ownServer),
    DBSubnetGroupName: ignored(because.oneMachine),
    DeletionProtection: ignored(noBackup),
    EnableCloudwatchLogsExports: ignored(ownServer),
    EnableIAMDatabaseAuthentication: ignored('functions sign in with the secret of the cluster'),
    Port: ignored(because.oneMachine),
    StorageEncrypted: ignored(because.atRest),
    VpcSecurityGroupIds: ignored(because.oneMachine),
  }),
  'AWS::RDS::DBInstance': unplayed(
    'a laptop has one server',
    'AutoMinorVersionUpgrade',
    'DBClusterIdentifier',
    'DBInstanceClass',
    'DBInstanceIdentifier',
    'EnablePerformanceInsights',
    'Engine',
    'EngineVersion',
    'PubliclyAccessible',
  ),
  'AWS::RDS::DBClusterParameterGroup': unplayed(ownServer, 'Description', 'Family', 'Parameters'),
  'AWS::RDS::DBSubnetGroup': unplayed(because.oneMachine, 'DBSubnetGroupDescription', 'SubnetIds'),
  'AWS::Logs::MetricFilter': unplayed(
    'the log of the database is not among those of a laptop',
    'FilterPattern',
    'LogGroupName',
    'MetricTransformations',
  ),
};
