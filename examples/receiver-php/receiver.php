<?php
// Webhook receiver for PHP 8, without dependencies:
//
//   WEBHOOK_SECRET="your secret" PORT=8080 php receiver.php
//
// This starts PHP's built-in server, for tests only. In production, let nginx or Apache run this file for requests to
// your webhook URL, with WEBHOOK_SECRET in its environment.
declare(strict_types=1);

const LARGEST_BODY = 512 * 1024;

$secret = getenv('WEBHOOK_SECRET') ?: '';
if (PHP_SAPI === 'cli') {
    start_server($secret);
} else {
    receive($secret);
}

function start_server(string $secret): void
{
    if ($secret === '') {
        fwrite(STDERR, "Set WEBHOOK_SECRET to the secret of your webhook.\n");
        exit(1);
    }
    $port = (int) (getenv('PORT') ?: 8080);
    echo "Listening on port $port\n";
    $arguments = ['-q', '-S', "127.0.0.1:$port", __FILE__];
    if (function_exists('pcntl_exec')) {
        pcntl_exec(PHP_BINARY, $arguments);
    }
    passthru(implode(' ', array_map('escapeshellarg', [PHP_BINARY, ...$arguments])));
}

function receive(string $secret): void
{
    if ($secret === '') {
        error_log('Set WEBHOOK_SECRET to the secret of your webhook.');
        http_response_code(500);
        return;
    }
    if ($_SERVER['REQUEST_METHOD'] !== 'POST') {
        http_response_code(405);
        return;
    }
    if ((int) ($_SERVER['CONTENT_LENGTH'] ?? 0) > LARGEST_BODY) {
        http_response_code(413);
        return;
    }
    // Raw bytes, because the signature covers exactly these.
    $body = file_get_contents('php://input');
    if (!is_from_us($secret, $body, $_SERVER['HTTP_X_SERVICE_SIGNATURE'] ?? '')) {
        http_response_code(401);
        return;
    }
    $event = json_decode($body, true, 512, JSON_THROW_ON_ERROR);
    http_response_code(200);
    // Under FastCGI, respond here and process afterwards, so that slow processing is not a failed delivery.
    // Elsewhere, put the event in a queue and return.
    if (function_exists('fastcgi_finish_request')) {
        fastcgi_finish_request();
    }
    if (is_new($event['id'])) {
        handle($event);
    }
}

/** Compares in constant time. */
function is_from_us(string $secret, string $body, string $signature): bool
{
    return hash_equals('sha256=' . hash_hmac('sha256', $body, $secret), $signature);
}

/**
 * An event can arrive more than once. Creating a file fails if it exists, which detects repeats. Delete old files from
 * time to time, or store the ids in your database.
 */
function is_new(string $id): bool
{
    $folder = getenv('SEEN_FOLDER') ?: sys_get_temp_dir() . '/visibility-events';
    if (!is_dir($folder)) {
        @mkdir($folder, 0700, true);
    }
    return @fopen($folder . '/' . hash('sha256', $id), 'x') !== false;
}

function handle(array $event): void
{
    $data = json_encode($event['data'], JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES);
    $line = "{$event['created_at']} {$event['type']} {$event['id']} $data\n";
    file_put_contents('php://stdout', $line);
}
