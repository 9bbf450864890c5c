import { useDashboard } from './dashboard.ts';
import './scenarios/session.ts';
import './scenarios/publications.ts';

/** The scenarios that each change must pass: the sign-in, and the list of publications. */
useDashboard();
