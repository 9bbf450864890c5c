<?php

/**
 * Plugin Name: Publication Registry
 * Description: Shows publications of a Publication Registry: lists with filters, people, and pages of publications.
 * Version: 1.1.0
 * Requires at least: 6.1
 * Requires PHP: 8.1
 * License: Apache-2.0
 * Text Domain: publication-registry
 * Domain Path: /languages
 */

declare(strict_types=1);

defined('ABSPATH') || exit;

require_once __DIR__ . '/autoload.php';

PublicationRegistry\WordPress\Plugin::start(__FILE__);
